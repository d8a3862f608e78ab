// Why: lists of files, what changed among them and what agents write are checked against the types that both sides are built from.
import { z } from "zod";
import type { FileChanges, FileList, Output } from "../answers.ts";

const text = z.string();

export const fileList = z.object({
  run: text,
  version: z.int(),
  files: z.array(z.object({ path: text, bytes: z.int(), digest: text })),
  artifacts: z.array(z.object({ path: text, address: text })),
}) satisfies z.ZodType<FileList>;

export const fileChanges = z.object({
  run: text,
  changes: z.array(z.object({ path: text, before: text.nullable(), after: text.nullable(), cut: z.boolean() })),
  left: z.int().exactOptional(),
}) satisfies z.ZodType<FileChanges>;

export const output = z.object({ text, next: z.int(), over: z.boolean(), kept: z.boolean() }) satisfies z.ZodType<Output>;
