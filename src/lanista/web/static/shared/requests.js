// Requests of a page to its server.

const HEADERS = { "content-type": "application/json" };

/** Why nothing came back from the server. */
export class NoAnswer extends Error {}

/**
 * Send something to the server.
 * @param {string} address
 * @param {Record<string, unknown>} body
 * @returns {Promise<{status: number, refusal: string, data: any}>} `refusal` is empty if the server did as it was asked
 */
export async function post(address, body) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body: JSON.stringify(body), headers: HEADERS });
  } catch {
    throw new NoAnswer("The server does not answer");
  }
  const data = await answer.json().catch(() => null);
  const refusal = answer.ok ? "" : String(data?.error ?? `the server refused with status ${answer.status}`);
  return { status: answer.status, refusal, data };
}

/** The key of the person whose page this is. */
export function ownKey() {
  return new URLSearchParams(location.search).get("key") ?? "";
}
