/** A new match; load a state before anything else. @returns {Promise<Match>} */
export async function createMatch() {
  return new Match({ layout, instantiate });
}
