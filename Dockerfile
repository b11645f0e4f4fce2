# The server with its built pages. Set DATABASE_URL to a PostgreSQL; without it an embedded one keeps its data in /data.
FROM node:24.21.0-bookworm-slim AS ui
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --no-audit --no-fund
COPY src/contracts src/contracts
COPY src/areas src/areas
COPY ui ui
RUN npx vite build ui

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
# The image has Node 24 itself: the packages that bring it elsewhere would double its size.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node /root/.npm
COPY src src
COPY projections projections
COPY scripts scripts
COPY --from=ui /app/ui/dist ui/dist
# The server's user may not write here, so the library links of the embedded PostgreSQL are made now.
RUN node -e "import('./src/database/embedded/binaries.ts').then(({ findBinaries }) => findBinaries())" \
  && mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The limits of scripts/start.mjs.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "src/main.ts"]
