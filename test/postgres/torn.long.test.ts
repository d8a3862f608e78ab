// Tests of a cut connection during table creation, and between a commit and its answer.
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
      for (const [one, other, name] of [
        [near, far, "client"] as const,
        [far, near, "server"] as const,
      ]) {
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
      ["do $make$", "client"],
      ["DO\0", "server"],
    ] as const)
      test(`cut at ${JSON.stringify(text)} of the ${from}${reset ? ", without a good-bye" : ""}`, async (t) => {
        project += 1;
        const cable = await cutAt(text, from, reset);
        t.after(cable.end);
        const ledger = openPostgres({
          url: `postgres://postgres@127.0.0.1:${cable.port}/cairn1?project=p${project}`,
          env: {},
        });
        t.after(() => ledger.close());
        const rows = drafts("a", null, 2, "start a");
        assert.deepEqual(await ledger.append("a", 0, rows, cardOf(rows)), {
          is: "appended",
          version: 2,
        });
        assert.equal(cable.cuts(), 1);
        assert.equal((await ledger.read({})).length, 2);
      });

  for (const reset of [true, false])
    test(`an append whose answer is cut off is asked again and knows its rows, though its command has no name${reset ? ", without a good-bye" : ""}`, async (t) => {
      project += 1;
      const name = `p${project}`;
      const direct = openPostgres({
        url: `postgres://postgres@127.0.0.1:${server.port}/cairn1?project=${name}`,
        env: {},
      });
      t.after(() => direct.close());
      const rows = drafts("a", null, 3, (version) => `~${version}`);
      const [first, second, third] = rows.map((row) => [row]);
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      await direct.append("a", 0, first, cardOf(first));
      // An empty list, as a column of two letters: the answer to what was appended.
      const cable = await cutAt("\0\0\0\u0002[]", "server", reset);
      t.after(cable.end);
      const ledger = openPostgres({
        url: `postgres://postgres@127.0.0.1:${cable.port}/cairn1?project=${name}`,
        env: {},
      });
      t.after(() => ledger.close());
      const other = drafts("b", null, 1, "~b");
      const answers = await Promise.all([
        ledger.append("a", 1, second, cardOf(second)),
        ledger.append("b", 0, other, cardOf(other)),
      ]);
      assert.deepEqual(
        answers.map(({ is }) => is),
        ["appended", "appended"],
      );
      assert.equal(cable.cuts(), 1);
      assert.equal((await ledger.append("a", 2, third, cardOf(third))).is, "appended");
      assert.deepEqual(
        (await ledger.read({})).map(({ seq }) => seq),
        [1, 2, 3, 4],
      );
    });
}
