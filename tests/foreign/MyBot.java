import java.io.*;

public class MyBot {
    public static void main(String[] arguments) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.startsWith("{\"type\":\"hello\"") || line.startsWith("{\"type\":\"goodbye\""))
                System.out.println("{\"ready\":1}");
            else if (line.startsWith("{\"type\":\"choose_declarations\""))
                System.out.println("{\"declare\":\"all\"}");
            else if (line.startsWith("{\"type\":\"choose_")) {
                String key = line.substring(16, line.indexOf('"', 16));
                String legal = line.split("\"legal\":\"")[1].split("[ \"]")[0];
                System.out.println("{\"" + key + "\":\"" + legal + "\"}");
            }
        }
    }
}
