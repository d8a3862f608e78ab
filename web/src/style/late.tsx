// Parts of the page whose code is loaded on first use.
import { type ComponentType, useEffect, useReducer, useState } from "react";
import { Trouble } from "./trouble.tsx";

/**
 * React's own `lazy` would hide loaded content for another 0.3 s, and unmount the page on failure.
 * @param load its code
 * @param Meanwhile shown until it is loaded
 */
export const late = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P>,
): ComponentType<P> => {
  let Loaded: ComponentType<P> | null = null;
  const Part = (props: P) => {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let shown = true;
      load().then(
        (loaded) => {
          Loaded = loaded;
          if (shown) draw();
        },
        () => (shown ? setFailed(true) : undefined),
      );
      return () => void (shown = false);
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed ? <Trouble error={gone} /> : <Meanwhile {...props} />;
  };
  return Part;
};

const gone = new Error("This part of the page can't be loaded. Reload the page.");
