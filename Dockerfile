# Steward in a container: the policy is mounted at /policy/policy.yaml, named secrets at /secrets, and SQLite's file lies in
# the volume /data. With PostgreSQL (DATABASE_URL=postgres://…) nothing of it needs to be kept.
# By digest it is the same image for ever: docker build --build-arg NODE_IMAGE=node:24.21.0-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim
FROM ${NODE_IMAGE} AS bundle
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sandbox sandbox
COPY proof proof
RUN npm ci
COPY scripts scripts
COPY src src
COPY cards cards
COPY manifest manifest
RUN npm run build

# The bundle of all programs, with the files that they read and npm's lines for them (npm run -s doctor); no packages.
FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=bundle /app/dist ./
COPY LICENSE ./
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/build/compiled \
    DATABASE_URL=sqlite:/data/steward.db \
    POLICY_FILE=/policy/policy.yaml \
    SECRETS_DIR=/secrets
RUN mkdir -p /data build/compiled && chown node:node /data build/compiled
VOLUME /data
USER node
# Node keeps what it compiled, for its user only: the container starts as if it were not for the first time.
RUN ["node", "--disable-warning=DEP0040", "--import", "./app.js", "main.js", "--help"]
EXPOSE 3978
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3978}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM drains it; docs/decisions.md explains its flags for memory.
CMD ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=DEP0040", "--no-allocation-site-pretenuring", "--max-semi-space-size=8", "--heap-growing-percent=50", "main.js"]
