import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingList, settings } from '../../src/config/settings.js';

/**
 * A lint of the container files. No Docker engine runs where these tests run, so nothing is built or started here: what
 * is checked is that the files can be read and say what the gateway needs.
 */
const serviceSchema = z.object({
  image: z.string(),
  build: z.string().exactOptional(),
  init: z.boolean().exactOptional(),
  command: z.array(z.string()).exactOptional(),
  profiles: z.array(z.string()).exactOptional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).exactOptional(),
  ports: z.array(z.string()).exactOptional(),
  volumes: z.array(z.string()).exactOptional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).exactOptional(),
  healthcheck: z
    .object({ test: z.array(z.string()) })
    .loose()
    .exactOptional(),
  extra_hosts: z.array(z.string()).exactOptional(),
  restart: z.string(),
  stop_grace_period: z.string(),
});
const composeSchema = z.looseObject({
  services: z.strictObject({
    gateway: serviceSchema.strict(),
    ingress: serviceSchema.strict(),
    worker: serviceSchema.strict(),
    redis: serviceSchema.strict(),
    litellm: serviceSchema.strict(),
  }),
  volumes: z.record(z.string(), z.null()),
});

const composeText = readFileSync('docker-compose.yml', 'utf8');
const compose = composeSchema.parse(parse(composeText, { merge: true }));
const { gateway, ingress, worker, redis, litellm } = compose.services;

describe('docker-compose.yml', () => {
  it('gives the three roles one image, the same data and time to drain', () => {
    for (const service of [gateway, ingress, worker]) {
      expect(service).toMatchObject({ image: 'waggle-gateway', build: '.', init: true, stop_grace_period: '45s' });
      expect(service.volumes).toEqual(['data:/data']);
      expect(service.environment).toMatchObject({ WAGGLE_DATA_DIR: '/data', WAGGLE_HTTP_PORT: 8787 });
      expect(service.env_file).toEqual([{ path: '.env', required: false }]);
    }
  });

  it('leaves more than the drain and 5 s before the kill', () => {
    const drainMs = Number(settings.drainMs.default);
    expect(45_000).toBeGreaterThan(drainMs + 5000);
  });

  it('starts one process without Redis, or the profile "workers" with it', () => {
    expect(gateway.profiles).toBeUndefined();
    expect(gateway.environment).toMatchObject({ WAGGLE_ROLE: 'all', REDIS_URL: '' });
    for (const [service, role] of [
      [ingress, 'ingress'],
      [worker, 'worker'],
    ] as const) {
      expect(service.profiles).toEqual(['workers']);
      expect(service.environment).toMatchObject({ WAGGLE_ROLE: role, REDIS_URL: 'redis://redis:6379' });
      expect(service.depends_on?.redis?.condition).toBe('service_healthy');
    }
    expect(worker.ports).toBeUndefined();
  });

  it('publishes ports on loopback only', () => {
    for (const service of Object.values(compose.services)) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
  });

  it('keeps what Redis has: append-only file, nothing evicted', () => {
    expect(redis.command?.join(' ')).toContain('--appendonly yes');
    expect(redis.command?.join(' ')).toContain('--maxmemory-policy noeviction');
    expect(redis.volumes).toEqual(['redis:/data']);
    expect(redis.healthcheck?.test).toEqual(['CMD', 'redis-cli', 'ping']);
  });

  it('declares the volumes that it names', () => {
    const used = Object.values(compose.services).flatMap((service) => service.volumes ?? []);
    const named = used.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
  });

  it('sets only what Waggle reads', () => {
    const known = settingList.map((setting) => setting.name);
    for (const service of [gateway, ingress, worker]) {
      for (const name of Object.keys(service.environment ?? {})) expect(known).toContain(name);
    }
  });

  it('pins every image that is not ours', () => {
    expect(redis.image).toMatch(/^redis:\d/);
    expect(litellm.image).toMatch(/^litellm\/litellm:v\d+\.\d+\.\d+$/);
  });
});

describe('litellm.config.yaml', () => {
  const config = z
    .object({
      model_list: z.array(z.object({ model_name: z.string(), litellm_params: z.record(z.string(), z.string()) })),
      litellm_settings: z.object({ num_retries: z.literal(0) }).loose(),
    })
    .parse(parse(readFileSync('litellm.config.yaml', 'utf8')));

  it('is mounted where LiteLLM is told to read it', () => {
    expect(litellm.volumes).toEqual(['./litellm.config.yaml:/app/config.yaml:ro']);
    expect(litellm.command).toEqual(expect.arrayContaining(['--config', '/app/config.yaml', '--port', '4000']));
    expect(gateway.environment?.LITELLM_URL).toBe(`\${LITELLM_URL-http://litellm:4000}`);
  });

  it('offers the default model, and takes every secret from the environment that compose passes', () => {
    expect(config.model_list.map((model) => model.model_name)).toContain(settings.model.default);
    for (const { litellm_params } of config.model_list) {
      for (const [name, value] of Object.entries(litellm_params)) {
        if (name === 'model') continue;
        expect(value).toMatch(/^os\.environ\/[A-Z_]+$/);
        expect(Object.keys(litellm.environment ?? {})).toContain(value.replace('os.environ/', ''));
      }
    }
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('knows only real instructions', () => {
    const known = /^(FROM|RUN|WORKDIR|COPY|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) /;
    for (const line of lines) expect(line).toMatch(known);
  });

  it('builds with the toolchain and runs without it, on one LTS image', () => {
    const [build, run] = of('FROM');
    expect(of('FROM')).toHaveLength(2);
    expect(build).toBe(`${run} AS build`);
    expect(Number(/^node:(\d+)-bookworm-slim$/.exec(run ?? '')?.[1]) % 2).toBe(0);
    expect(lastStage.join('\n')).not.toMatch(/g\+\+|\bmake\b|npm /);
  });

  it('has what the tools of the shell need', () => {
    expect(lastStage.join('\n')).toMatch(/apt-get install -y --no-install-recommends bubblewrap ripgrep git python3/);
  });

  it('installs from the lock file, builds, and drops the development tools', () => {
    const steps = of('RUN').join('\n');
    expect(steps).toContain('npm ci --include=dev');
    expect(steps.indexOf('node scripts/prepare.mjs --build-only')).toBeLessThan(steps.indexOf('npm prune --omit=dev'));
  });

  it('runs as somebody who is not root, with a data volume of theirs', () => {
    expect(lastStage.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(lastStage).toContain('RUN install -d -o node -g node /data');
    expect(of('VOLUME')).toEqual(['/data']);
    expect(of('ENV')[0]).toMatch(/NODE_ENV=production.*WAGGLE_DATA_DIR=\/data.*WAGGLE_HTTP_PORT=8787/);
  });

  it('is healthy when /healthz says so', () => {
    expect(of('HEALTHCHECK')[0]).toContain('/healthz');
    const command = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '')?.[1] ?? '';
    const [program, option, code] = z.tuple([z.string(), z.string(), z.string()]).parse(JSON.parse(command));
    expect([program, option]).toEqual(['node', '-e']);
    expect(() => new Function(code)).not.toThrow();
  });

  it('starts the launcher itself, so that signals reach it', () => {
    expect(of('ENTRYPOINT')).toEqual(['["node", "bin/waggle.js"]']);
    expect(of('CMD')).toEqual(['["start"]']);
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('copies only what exists and what .dockerignore lets through', () => {
    const context = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = of('COPY')
      .filter((rest) => !rest.startsWith('--from='))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    for (const source of copied) {
      expect(context).toContain(source);
      expect(existsSync(source), source).toBe(true);
    }
    expect(new Set(context)).toEqual(new Set(copied));
  });
});
