// The pictures of the page: runs as `cairn serve` shows them, in a light window of 1440 pixels.
import { join } from "node:path";
import { chromiumAt, launch, settled, visit } from "../../test/web/browser.ts";
import { setScene } from "../../test/web/scene.ts";

/** Files by the run that they show: one at work, and one whose plan waits for an answer. */
const shots = { shop: "page.png", vouchers: "answer.png" };

/** Writes them into `folder`, and gives their paths. */
export const pagePictures = async (folder: string): Promise<readonly string[]> => {
  const chromium = chromiumAt();
  if (chromium === null)
    throw new Error("Chromium is missing: install it as /usr/bin/chromium, or name it by CHROMIUM");
  const scene = await setScene(Object.keys(shots));
  try {
    const shown = await scene.show();
    const browser = await launch(chromium);
    try {
      const { page } = await visit(browser, shown);
      const paths: string[] = [];
      for (const [run, file] of Object.entries(shots)) {
        await page.goto(`${shown.origin}/run/${scene.runs[run] ?? ""}`);
        await settled(page);
        const path = join(folder, file);
        await page.screenshot({ path });
        paths.push(path);
      }
      return paths;
    } finally {
      await browser.close();
    }
  } finally {
    scene.end();
  }
};
