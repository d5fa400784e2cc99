/** Whether a name is meant by one of some names, in which `*` stands for any characters: `git_*`. */
export function namesTool(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => {
    if (!pattern.includes('*')) return pattern === name;
    const parts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, ''));
    return new RegExp(`^${parts.join('.*')}$`).test(name);
  });
}
