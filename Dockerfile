# syntax=docker/dockerfile:1
# Linted by test/scripts/docker.test.ts; never run there, since the test machines have no Docker engine.

# The toolchain stage: better-sqlite3 is compiled where no ready-made binary can be downloaded.
FROM node:24-bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
RUN node scripts/prepare.mjs --build-only \
  && npm prune --omit=dev --no-audit --no-fund \
  && node -e "new (require('better-sqlite3'))(':memory:').close()"

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  WAGGLE_DATA_DIR=/data \
  WAGGLE_HTTP_HOST=0.0.0.0 \
  WAGGLE_HTTP_PORT=8787
# For bash, run_code, git and search_content; the sandbox also wants the security options that "waggle doctor" names.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ripgrep git python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY bin bin
COPY personas personas
COPY skills skills
COPY scripts scripts
USER node
VOLUME /data
EXPOSE 8787
# Node itself is process 1 and handles SIGTERM; use "docker run --init" (compose does) to reap orphans.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WAGGLE_HTTP_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/waggle.js"]
CMD ["start"]
