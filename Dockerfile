# The image of the server: docker build -t masthead . && docker run -p 3000:3000 -v masthead:/data masthead
# Settings are environment variables, as .env.example lists them; compose.yml runs several nodes on one PostgreSQL.

FROM node:24-slim AS build
WORKDIR /masthead
COPY package.json package-lock.json ./
# Without scripts: the sources that they build come after the packages, so that a change of a source fetches none.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY bin bin
COPY scripts scripts
COPY src src
COPY migrations migrations
COPY tsconfig.json vite.config.ts ./
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /masthead
COPY package.json package-lock.json ./
# The image brings its own Node.js: the one that comes as a package is 190 MB.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /masthead
COPY --from=packages /masthead/node_modules node_modules
COPY --from=build /masthead/dist dist
COPY package.json .env.example CHANGELOG.md LICENSE ./
COPY bin bin
COPY migrations migrations
COPY src/std/tokens.css src/std/tokens.css
COPY examples/demo examples/demo
# The first command compiles what every start then takes over, and shows that the program loads.
RUN node bin/masthead.js help && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "bin/masthead.js"]
CMD ["start"]
