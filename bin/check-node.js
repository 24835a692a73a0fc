// Old plain JavaScript: it must run where nothing else of the project does (operating.md#node-comes-as-a-package).
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Masthead needs Node.js 22.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
