// Helper of tests: a raw client at a server's real port, for requests no browser would send.
import { request } from "node:http";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type Limits, limits as usual } from "../../src/http/door/limits.ts";
import { serve, type Served } from "../../src/http/serve.ts";
import { httpMcp } from "../../src/mcp/http.ts";
import { open } from "../../src/open.ts";
import { type Desk, desk } from "../e2e/desk.ts";
import { worldAt } from "../mcp/client.ts";

export type Got = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};
export type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Door = Desk & {
  readonly served: Served;
  readonly port: number;
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** As the page asks: with the cookie that it was given. */
  readonly cookie: string;
  /** Nothing is added: neither a session nor an origin. */
  readonly ask: (path: string, asking?: Asking) => Promise<Got>;
  /** Bytes as they are, and all that came back until the server closed. */
  readonly raw: (bytes: string) => Promise<string>;
  readonly socket: () => Socket;
  readonly notes: readonly string[];
};

const secretText = "what lies outside of the page's folder";

/** A page's folder with a file of each kind, and links that lead out of it. */
const pageIn = (folder: string): string => {
  const page = join(folder, "page");
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(
    join(page, "index.html"),
    '<!doctype html><div id="root"></div><script type="module" src="/assets/index-abc.js"></script>',
  );
  writeFileSync(join(page, "assets/index-abc.js"), "export {};");
  writeFileSync(join(page, "icon.svg"), "<svg/>");
  writeFileSync(join(page, "notes.key"), secretText);
  writeFileSync(join(folder, "outside.txt"), secretText);
  symlinkSync(join(folder, "outside.txt"), join(page, "assets/link.txt"));
  symlinkSync(folder, join(page, "up"));
  return page;
};

const askAt =
  (port: number) =>
  (path: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Got> =>
    new Promise((resolve, reject) => {
      const asked = request(
        { port, host: "127.0.0.1", path, method, headers, agent: false },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => void (text += part));
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
          );
          answer.on("error", reject);
        },
      );
      asked.on("error", reject).end(body);
    });

const rawAt =
  (port: number) =>
  (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () => void socket.write(bytes, "latin1"));
      socket.setEncoding("latin1").on("data", (part: string) => void (text += part));
      // A server that cuts the connection has answered, too.
      socket.on("error", () => {}).on("close", () => resolve(text));
    });

export const door = async (t: TestContext, limits: Partial<Limits> = {}): Promise<Door> => {
  const own = desk(t);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-page-")));
  const system = await open({
    cwd: own.root,
    env: {
      HOME: own.folder,
      CAIRN_ULTRAWORK_HOME: join(own.folder, "sessions"),
      PATH: process.env["PATH"],
    },
    // Whoever runs the tests may be a job itself.
    kin: () => [],
  });
  const notes: string[] = [];
  const served = await serve({
    system,
    by: { kind: "person", name: "ana" },
    version: "0.0.0",
    host: "127.0.0.1",
    port: 0,
    mcp: (hosts) => Promise.resolve(httpMcp(worldAt(own), { hosts })),
    note: (line) => void notes.push(line),
    page: pageIn(folder),
    limits: { ...usual, ...limits },
  });
  t.after(async () => {
    await served.close();
    await system.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const port = Number(new URL(served.origin).port);
  const ask = askAt(port);
  const entered = await ask(`/?token=${served.token}`);
  const cookie = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
  return {
    ...own,
    served,
    port,
    host: `127.0.0.1:${port}`,
    cookie,
    ask,
    raw: rawAt(port),
    socket: () => connect(port, "127.0.0.1"),
    notes,
  };
};
