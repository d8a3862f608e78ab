// Helper of tests: a network cable to PostgreSQL that can be cut silently.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

export type Cable = {
  readonly port: number;
  /** From now on nothing goes through, either way, and nobody is told; new connections hang. */
  cut(): void;
  /** What was begun while it was cut stays dead. */
  mend(): void;
  end(): void;
};

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

/** A way to a port of this machine. `heard`: what arrives in the place of what was answered there. */
export const layCable = async (
  to: number,
  heard: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Cable> => {
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    ends.add(near);
    near.on("error", () => {});
    if (!whole) return;
    const far = connect(to, "127.0.0.1");
    ends.add(far);
    far.on("error", () => near.destroy());
    const pass = (from: Socket, into: Socket, as: (bytes: Buffer) => Buffer): void => {
      let dead = false;
      from.on("data", (bytes) => {
        dead ||= !whole;
        if (!dead) into.write(as(bytes));
      });
      from.on("close", () => {
        if (whole && !dead) into.destroy();
      });
    };
    pass(near, far, (bytes) => bytes);
    pass(far, near, heard);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: isAddress(address) ? address.port : 0,
    cut: () => void (whole = false),
    mend: () => {
      whole = true;
    },
    end: () => {
      for (const socket of ends) socket.destroy();
      server.close();
    },
  };
};
