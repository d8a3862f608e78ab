// Why: `npm run test:postgres`: several machines in networks of their own, and histories of every kind of trouble, longer than the usual tests have time for.
await import("./machines.ts");
