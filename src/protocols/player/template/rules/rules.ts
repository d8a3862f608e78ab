// Why: the list of what a template is judged by; a rule that isn't here isn't held.
import type { Notes } from "../notes.ts";
import type { Document } from "../read/document.ts";

export type Rule = (document: Document, notes: Notes) => void;

export const rules: readonly Rule[] = [];
