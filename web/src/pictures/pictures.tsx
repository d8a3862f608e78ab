// Why: what all runs of the workspace have in common is seen over all of them.
export const Pictures = () => (
  <main>
    <h1>Pictures</h1>
  </main>
);
