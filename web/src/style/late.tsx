// Parts of the page whose program is loaded when they are first wanted.
import { type ComponentType, useEffect, useReducer, useState } from "react";
import { Trouble } from "./trouble.tsx";

export type Late<P> = {
  readonly Part: ComponentType<P>;
  /** Before anything shows it. */
  readonly load: () => void;
};

/**
 * React's own `lazy` would keep what has come hidden for another 0.3 s, and end the whole page where nothing comes.
 * @param load its program
 * @param Meanwhile what is shown until it is there
 */
export const late = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P>,
): Late<P> => {
  let Loaded: ComponentType<P> | null = null;
  const come = async (): Promise<void> => {
    Loaded ??= await load();
  };
  const Part = (props: P) => {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    const [failed, setFailed] = useState<Error | null>(null);
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let shown = true;
      come().then(
        () => (shown ? draw() : undefined),
        () =>
          shown
            ? setFailed(new Error("This part of the page can't be loaded. Reload the page."))
            : undefined,
      );
      return () => void (shown = false);
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed === null ? <Meanwhile {...props} /> : <Trouble error={failed} />;
  };
  return { Part, load: () => void come().catch(() => undefined) };
};
