import { createServer } from 'node:net'

/** Whether the loopback port can be listened on; otherwise the error's code, such as EADDRINUSE. */
export function probePort(
  port: number,
): Promise<{ free: true; port: number } | { free: false; code: string }> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ free: false, code: error.code ?? 'UNKNOWN' }),
    )
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      probe.close(() => resolve({ free: true, port: taken }))
    })
  })
}

/** A loopback port that is free now. */
export async function freePort(): Promise<number> {
  const probe = await probePort(0)
  if (!probe.free) throw new Error(`No loopback port can be had (${probe.code}).`)
  return probe.port
}
