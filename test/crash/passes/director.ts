// Director of agents in crash tests: stops them at named points for a kill.
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { isRecord } from "../../../src/core/record.ts";

export type Stop = { readonly job: string; readonly at: string };
export type Director = { readonly close: () => Promise<void> };

const stopOf = (line: string): Stop => {
  const read: unknown = JSON.parse(line);
  if (isRecord(read) && typeof read["job"] === "string" && typeof read["at"] === "string")
    return { job: read["job"], at: read["at"] };
  throw new Error(`an agent said ${line}`);
};

/** Asks `met` at each point of each agent; the agent goes on when that resolves, or when the line is closed. */
export const direct = async (
  socket: string,
  met: (stop: Stop) => Promise<void>,
): Promise<Director> => {
  const lines = new Set<Socket>();
  const server = createServer((line) => {
    lines.add(line);
    line.on("close", () => lines.delete(line));
    // Who is killed while it waits hangs up.
    line.on("error", () => undefined);
    createInterface({ input: line }).on(
      "line",
      (text) => void met(stopOf(text)).then(() => line.write("go\n")),
    );
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const line of lines) line.destroy();
    });
  return { close };
};
