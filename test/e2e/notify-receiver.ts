// A web server that takes notices: what came, by path, and answers as the path asks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Received = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};
export type Receiver = {
  readonly origin: string;
  readonly received: readonly Received[];
  /** Resolves once so many came. */
  readonly came: (count: number) => Promise<readonly Received[]>;
  /** Cuts off whoever still waits. */
  readonly cut: () => void;
};

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

/** `/fail` answers 500, `/moved` points elsewhere, `/hang` never answers, anything else takes it. */
export const receiver = async (t: TestContext): Promise<Receiver> => {
  const received: Received[] = [];
  let told = (): void => undefined;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body });
      told();
      if (path.startsWith("/hang")) return;
      if (path.startsWith("/moved")) response.setHeader("location", "/elsewhere");
      response.statusCode = path.startsWith("/fail") ? 500 : path.startsWith("/moved") ? 302 : 200;
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => server.closeAllConnections();
  t.after(() => {
    server.close();
    cut();
  });
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${isAddress(address) ? address.port : 0}`,
    received,
    cut,
    came: (count) =>
      new Promise((resolve) => {
        told = () => {
          if (received.length >= count) resolve(received);
        };
        told();
      }),
  };
};

/** Writes the personal configuration of a desk. */
export const personal = (folder: string, config: unknown): void => {
  const path = join(folder, ".config", "cairn", "config.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(config));
};
