// Why: the first write of a project makes its tables in one transaction, and a cable may be cut anywhere in it: nothing of it stays, and nobody's process ends of it.
import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  server.database();

  /** A way to the server that is cut when something with this text passes for the first time; `reset`: without a good-bye. */
  const cutAt = async (text: string, from: "client" | "server", reset: boolean) => {
    let cuts = 0;
    const all = new Set<Socket>();
    const proxy = createServer((near) => {
      const far = connect(server.port, "127.0.0.1");
      for (const [one, other, name] of [[near, far, "client"] as const, [far, near, "server"] as const]) {
        all.add(one);
        one.on("error", () => undefined).on("close", () => other.destroy());
        one.on("data", (bytes) => {
          if (cuts > 0 || name !== from || !bytes.includes(text)) return void other.write(bytes);
          cuts += 1;
          if (reset) near.resetAndDestroy();
          else near.end();
          far.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    return {
      port: typeof address === "object" && address !== null ? address.port : assert.fail(),
      cuts: () => cuts,
      end: () => {
        for (const socket of all) socket.destroy();
        proxy.close();
      },
    };
  };

  let project = 0;
  for (const reset of [true, false])
    for (const [text, from] of [
      ["begin", "client"],
      ["BEGIN", "server"],
      ["create schema", "client"],
      ["CREATE SCHEMA", "server"],
      ["CREATE FUNCTION", "server"],
      ["commit", "client"],
      ["COMMIT", "server"],
    ] as const)
      test(`cut at ${text} of the ${from}${reset ? ", without a good-bye" : ""}`, async (t) => {
        project += 1;
        const cable = await cutAt(text, from, reset);
        t.after(cable.end);
        const ledger = openPostgres({ url: `postgres://postgres@127.0.0.1:${cable.port}/cairn1?project=p${project}`, env: {} });
        t.after(() => ledger.close());
        const rows = drafts("a", null, 2, "start a");
        assert.deepEqual(await ledger.append("a", 0, rows, cardOf(rows)), { is: "appended", version: 2 });
        assert.equal(cable.cuts(), 1);
        assert.equal((await ledger.read({})).length, 2);
      });
}
