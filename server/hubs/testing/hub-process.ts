import { startTestServer } from './test-server.ts'

/** A test server in a process of its own, on the port given as argument; tells its port to its parent. */
const server = await startTestServer({ port: Number(process.argv[2] ?? 0) })
process.send?.(server.port)
