// The public API's types as one file: what tsc declares of each module, bundled.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Writes `out/index.d.ts`; false: tsc found something wrong, which it has said. */
export const declarations = async (top: string, out: string): Promise<boolean> => {
  const apart = join(out, "types");
  const argv = ["-p", "tsconfig.build.json", "--outDir", apart];
  if (
    spawnSync(join(top, "node_modules/typescript/bin/tsc"), argv, { cwd: top, stdio: "inherit" })
      .status !== 0
  )
    return false;
  const bundle = await rollup({
    input: join(apart, "index.d.ts"),
    plugins: [dts({ includeExternal: ["valibot"] })],
    // A type that can't be found would be any, in silence, for whoever uses the package.
    onwarn: ({ message }) => {
      throw new Error(`the types can't be bundled: ${message}`);
    },
  });
  await bundle.write({ file: join(out, "index.d.ts"), format: "es" });
  await bundle.close();
  rmSync(apart, { recursive: true });
  return true;
};
