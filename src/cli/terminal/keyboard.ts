// Keys of a terminal, one by one, as Node's reader of lines names them.
import { emitKeypressEvents } from "node:readline";
import type { ReadStream } from "node:tty";
import type { Keyboard } from "../world.ts";

type Key = { readonly name?: string; readonly sequence?: string; readonly ctrl?: boolean };

export const keyboardOf =
  (input: ReadStream): Keyboard =>
  (heard) => {
    const pressed = (_: unknown, { name, sequence = "", ctrl = false }: Key): void => {
      // As at any other time: it ends waits, and pressed twice the program.
      if (ctrl && name === "c") process.kill(process.pid, "SIGINT");
      else heard(`${ctrl ? "ctrl-" : ""}${name ?? sequence}`);
    };
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.on("keypress", pressed);
    input.resume();
    return () => {
      input.off("keypress", pressed);
      input.setRawMode(false);
      input.pause();
    };
  };
