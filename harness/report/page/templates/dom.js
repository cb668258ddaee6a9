// Elements, made in one line.

/** Return an element with attributes (`null` and `false` are left out) and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** Return a number with a true minus. */
export const signed = (number) => (number > 0 ? "+" : "") + String(number).replace("-", "−");
