/** Names of one and the same thing, as people write them; the first of each line is what it is filed under. */
const GROUPS: readonly (readonly string[])[] = [
  ['postgresql', 'postgres', 'pg', 'postgre'],
  ['kubernetes', 'k8s', 'kube'],
  ['javascript', 'js', 'ecmascript'],
  ['typescript', 'ts'],
  ['python', 'py', 'python3'],
  ['golang', 'go lang'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['node.js', 'node', 'nodejs'],
  ['react', 'reactjs', 'react.js'],
  ['vue', 'vuejs', 'vue.js'],
  ['next.js', 'nextjs'],
  ['mongodb', 'mongo'],
  ['elasticsearch', 'elastic search'],
  ['amazon web services', 'aws'],
  ['google cloud', 'gcp', 'google cloud platform'],
  ['microsoft azure', 'azure'],
  ['machine learning', 'ml'],
  ['artificial intelligence', 'ai'],
  ['large language model', 'llm'],
  ['visual studio code', 'vscode', 'vs code'],
  ['microsoft teams', 'ms teams'],
  ['united states', 'usa', 'united states of america'],
  ['united kingdom', 'uk'],
  ['european union', 'eu'],
  ['new york', 'nyc', 'new york city'],
];

/** Every other name, and what it is filed under. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
);
