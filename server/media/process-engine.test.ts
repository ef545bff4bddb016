import { ProcessEngine } from './process-engine.ts'
import { mediaEngineContract } from './testing/engine-contract.ts'

mediaEngineContract('the engine in a process of its own', (listener) => {
  const engine = new ProcessEngine({
    settings: { port: 0, bindAddress: '127.0.0.1', addresses: [], relayed: null },
    listener,
    onTrouble: () => {},
  })
  return { engine, kill: () => void (engine.pid !== null && process.kill(engine.pid, 'SIGKILL')) }
})
