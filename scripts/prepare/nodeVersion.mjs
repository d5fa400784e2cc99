/** The oldest Node that Waggle supports; `engines` in package.json says the same (a test compares them). */
export const MINIMUM_NODE = '20.19.0';

/**
 * @param {string} version what runs, for example `20.20.2`
 * @returns {string | undefined} what to tell the user when it is too old
 */
export function explainNodeVersion(version) {
  const running = version.split('.').map(Number);
  const wanted = MINIMUM_NODE.split('.').map(Number);
  for (let part = 0; part < wanted.length; part += 1) {
    const difference = (running[part] ?? 0) - (wanted[part] ?? 0);
    if (difference > 0) return undefined;
    if (difference < 0) {
      return `Waggle needs Node ${MINIMUM_NODE} or newer, and this is Node ${version}. Install a current LTS release of Node and run the command again.`;
    }
  }
  return undefined;
}
