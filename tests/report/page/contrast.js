// The lowest contrast of text with what lies behind it, and of what.
() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const paint = (over, colour) => {
        canvas.fillStyle = `rgb(${over.join(" ")})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => {
        const [r, g, b] = rgb.map((each) => each / 255)
            .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
        const above = element.parentElement ? behind(element.parentElement) : [255, 255, 255];
        return paint(above, getComputedStyle(element).backgroundColor);
    };
    const chosen = "h1, h2, h4, .lead, .quiet, figcaption, caption, main a, td, th, dt, dd, code, "
        + ".held, .card";
    return [...document.querySelectorAll(chosen)]
        .filter((each) => each.checkVisibility() && each.textContent.trim())
        .filter((each) => !each.matches(".gone, .barred"))
        .map((each) => {
            const back = behind(each);
            const [one, other] = [light(paint(back, getComputedStyle(each).color)), light(back)];
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            const told = `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 30)}`;
            return [Math.round(100 * ratio) / 100, told];
        })
        .sort((one, other) => one[0] - other[0])[0];
}
