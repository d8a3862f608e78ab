// Door of a sandboxed job: one socket by which it calls cairn outside, always under that job's identity.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { busy, type CallDeps, type DoorLimits, serveCall, turnAway } from "./call.ts";

export type Door = {
  readonly path: string;
  /** Ends all calls and all processes started through it. */
  close(): Promise<void>;
};

const defaults: DoorLimits = {
  calls: 16,
  askMs: 10_000,
  callMs: 600_000,
  bytes: 256 * 1024 * 1024,
  graceMs: 2_000,
};

/** Calls above the limit get a refusal; connections above this one are closed. */
const maxConnections = 64;

/** @param folder mode 0700, used for this socket only; its creator removes it */
export const openDoor = async (
  folder: string,
  deps: Omit<CallDeps, "limits"> & { readonly limits?: Partial<DoorLimits> },
): Promise<Door> => {
  const limits = { ...defaults, ...deps.limits };
  const sockets = new Set<Socket>();
  const calls = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    if (calls.size >= limits.calls) {
      socket.on("error", () => undefined).resume();
      turnAway(socket, busy(limits.calls));
      return;
    }
    const call = serveCall(socket, { ...deps, limits }).finally(() => calls.delete(call));
    calls.add(call);
  });
  server.maxConnections = maxConnections;
  const path = join(folder, "door");
  server.listen(path);
  await once(server, "listening");
  return {
    path,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      while (calls.size > 0) await Promise.all(calls);
      await closed;
    },
  };
};
