// Plays one seat to the end of the game, by the client that openapi-typescript makes of openapi.json.
import createClient from "openapi-fetch";
import type { components, paths } from "./panel.js";

type Seat = components["schemas"]["Seat"];
const [, , baseUrl, name] = process.argv as [string, string, string, Seat];
const panel = createClient<paths>({ baseUrl });
let cookie = "";
panel.use({
  onRequest: ({ request }) => request.headers.set("Cookie", cookie),
  onResponse: ({ response }) => {
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
  },
});

async function look(): Promise<components["schemas"]["Actions"]> {
  const { data, error } = await panel.GET("/api/actions", { params: { query: { seat: name } } });
  if (data === undefined) {
    throw new Error(error.error);
  }
  return data;
}

const key = (await look()).key;
const header = { "Game-Key": key };
const taken = await panel.PUT("/api/seats/{name}", { params: { path: { name }, header } });
if (taken.error !== undefined) {
  throw new Error(taken.error.error);
}
let now = await look();
let played = 0;
for (; now.winners === null; now = await look()) {
  const [action] = now.actions[name] ?? [];
  if (now.waits === null && action !== undefined) {
    const { response } = await panel.POST("/api/actions", { params: { header }, body: { action, scene: now.scene } });
    played += response.ok ? 1 : 0;
  }
  await new Promise((done) => setTimeout(done, 100));
}
const { data } = await panel.GET("/api/table");
console.log(JSON.stringify({ played, winners: now.winners, status: data?.scene.status }));
