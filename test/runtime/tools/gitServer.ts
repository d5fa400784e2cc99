import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

/** A git server on https as git itself ships it (`git http-backend`), on a free port of 127.0.0.1. */
export interface GitServer {
  readonly port: number;
  /** File with the certificate, for whoever is to trust it. */
  readonly certificate: string;
  /** What each request said about who it is. */
  readonly credentials: (string | undefined)[];
  /** Paths that redirect elsewhere, without their query. */
  readonly redirects: Map<string, string>;
  /** Runs git in a repository of the server, all of which lie in `repos`. */
  git(repo: string, ...args: string[]): string;
  close(): Promise<void>;
}

/** @param host the name in the certificate */
export async function openGitServer(folder: string, host: string): Promise<GitServer> {
  const repos = join(folder, 'repos');
  mkdirSync(repos, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const credentials: (string | undefined)[] = [];
  const redirects = new Map<string, string>();
  const git = (repo: string, ...args: string[]) => {
    const path = join(repos, repo);
    mkdirSync(path, { recursive: true });
    return execFileSync('git', args, { cwd: path, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } });
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'https://server');
    credentials.push(request.headers.authorization);
    const elsewhere = redirects.get(url.pathname);
    if (elsewhere !== undefined) {
      response.writeHead(302, { location: elsewhere }).end();
      return;
    }
    const writes = url.pathname.endsWith('git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack';
    if (writes && request.headers.authorization === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: repos,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: writes ? 'somebody' : '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => undefined);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.once('close', () => {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf('\r\n\r\n');
      for (const line of whole.subarray(0, end).toString('latin1').split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name.toLowerCase() === 'status') response.statusCode = Number(value.split(' ')[0]);
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  };

  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  writeFileSync(join(folder, '.gitconfig'), '[user]\n\tname = Server\n\temail = s@example.com\n');
  return {
    port: address.port,
    certificate,
    credentials,
    redirects,
    git,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
