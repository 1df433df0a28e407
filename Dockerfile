# Steward in a container: the policy is mounted at /policy/policy.yaml, named secrets at /secrets, and SQLite's file lies in
# the volume /data. With PostgreSQL (DATABASE_URL=postgres://…) nothing of it needs to be kept.
# By digest it is the same image for ever: docker build --build-arg NODE_IMAGE=node:24.21.0-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# The same sources as one bundle, which loads in half the time; doctor and the other command lines run from the sources.
FROM packages AS bundle
RUN npm ci
COPY scripts scripts
COPY src src
RUN npm run build

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
COPY scripts/run.ts scripts/bundle-folder.ts scripts/
COPY cards cards
COPY --from=bundle /app/dist dist
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/build/compiled \
    DATABASE_URL=sqlite:/data/steward.db \
    POLICY_FILE=/policy/policy.yaml \
    SECRETS_DIR=/secrets
RUN mkdir -p /data build/compiled && chown node:node /data build/compiled
VOLUME /data
USER node
# Node keeps what it compiled, for its user only: the container starts as if it were not for the first time.
RUN ["node", "--disable-warning=DEP0040", "--import", "./dist/app.js", "dist/main.js", "--help"]
EXPOSE 3978
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3978}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM drains it; docs/decisions.md explains its flags for memory.
CMD ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=DEP0040", "--no-allocation-site-pretenuring", "--max-semi-space-size=8", "--heap-growing-percent=50", "dist/main.js"]
