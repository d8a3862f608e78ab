// Types of an agent program in stories: how each one differs, as data.

/** By paths below HOME. `comeBack`: its conversations, from within a fence. `renewed`: how it is made to renew its login by itself, where that can be played. */
export type Kept = {
  readonly login: string;
  readonly settings: string;
  readonly conversations: string;
  readonly comeBack: boolean;
  readonly renewed?: Renewed;
};
/** `login`: one that has run out. `answer`: what the server of logins at this address gives for it. */
export type Renewed = {
  readonly home: (url: string) => Readonly<Record<string, string>>;
  readonly env: (logins: string) => Readonly<Record<string, string>>;
  readonly login: unknown;
  readonly answer: unknown;
};

export type Program = {
  /** Of its stories; not said: that of its driver. */
  readonly name?: string;
  /** The driver's name, and that of its entry in cairn.config.json. */
  readonly driver: string;
  /** The npm package and the exact version that is installed where none is found. */
  readonly npm: { readonly name: string; readonly version: string };
  /** Its name in node_modules/.bin. */
  readonly bin: string;
  /** Files of its HOME, path → text: how it finds the scripted model server at this address. */
  home(url: string): Readonly<Record<string, string>>;
  /** Its environment in cairn.config.json. */
  env(url: string): Readonly<Record<string, string>>;
  /** Words of its own behind the program in cairn.config.json's argv. */
  readonly words?: readonly string[];
  /** `cairn init` finds it by itself and makes an entry of it; not said: yes. */
  readonly proposed?: boolean;
  /** It can go on with a conversation that was killed; null: now and then. */
  readonly resumes: boolean | null;
  /** An answer that breaks off ends its turn, where others ask again. */
  readonly brittle?: true;
  /** Its own sandbox keeps it from writing outside of the working tree. */
  readonly confined: boolean;
  /** What it keeps below HOME; not said: nothing. */
  readonly keeps?: Kept;
  /** How it is made to try again for longer than any patience, where it doesn't by itself: words behind the program. */
  readonly tireless?: readonly string[];
};
