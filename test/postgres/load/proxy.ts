// TCP proxy that breaks connections at random by seed: reset, silent, or in mid-answer.
import { createServer, connect, type Socket } from "node:net";
import type { Chance } from "../../sim/chance.ts";

export type Proxy = {
  readonly port: number;
  /** How often each trouble was made. */
  readonly made: Readonly<Record<Trouble, number>>;
  /** From here on all goes well. */
  calm(): void;
  close(): Promise<void>;
};

export type Trouble = "reset" | "silent" | "torn";

export const startProxy = async (
  to: number,
  chance: Chance,
  kinds: readonly Trouble[],
): Promise<Proxy> => {
  const made = { reset: 0, silent: 0, torn: 0 };
  const open = new Set<Socket>();
  let calm = false;
  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    /** After so many pieces something happens to this connection. */
    let left = chance.between(4, 60);
    const trouble = chance.pick(kinds);
    let silent = false;
    const pass = (other: Socket, isAnswer: boolean) => (piece: Buffer) => {
      if (silent) return;
      left -= 1;
      if (calm || left > 0 || (trouble === "torn" && !isAnswer)) return void other.write(piece);
      made[trouble] += 1;
      if (trouble === "silent") return void (silent = true);
      if (trouble === "reset") return void (client.resetAndDestroy(), upstream.destroy());
      // What was asked is done, and only a part of the answer ever arrives.
      other.end(piece.subarray(0, chance.between(0, piece.length - 1)));
      silent = true;
    };
    client.on("data", pass(upstream, false));
    upstream.on("data", pass(client, true));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    made,
    calm: () => void (calm = true),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
