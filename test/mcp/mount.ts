// Helper of tests: a request handler mounted behind a real local port.
import { createServer } from "node:http";
import { Readable } from "node:stream";
import type { HttpMcp } from "../../src/mcp/http.ts";

export type Mounted = { readonly port: number; readonly close: () => Promise<void> };

/** On a free port. */
export const mount = async ({ fetch, close }: HttpMcp): Promise<Mounted> => {
  const server = createServer((incoming, outgoing) => {
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const plain = incoming.method === "GET" || incoming.method === "HEAD";
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const asked = new Request(`http://${incoming.headers.host ?? ""}${incoming.url ?? ""}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(plain ? {} : { body: Readable.toWeb(incoming), duplex: "half" }),
    });
    void fetch(asked).then(({ status, headers, body }) => {
      outgoing.writeHead(status, Object.fromEntries(headers));
      if (body === null) outgoing.end();
      else
        Readable.fromWeb(body)
          .on("error", () => outgoing.destroy())
          .pipe(outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    close: async () => {
      await close();
      server.closeAllConnections();
      server.close();
    },
  };
};
