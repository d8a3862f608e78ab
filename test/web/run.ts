// Entry of `npm run test:web`: every page and all stories, or those that words name.
import "./page.long.test.ts";
