import { stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

export interface MetricsParts {
  readonly db: Database
  readonly databaseFile: string
  readonly build: () => string
  readonly hubConnections: () => number
  readonly clock: Clock
}

const DAY_MS = 24 * 60 * 60 * 1000
const SIGN_IN = 'auth.login'
/** In seconds: p95 of a call is to be under 100 ms (stack.md), so most of the scale is around that. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * The server's figures for Prometheus (spec 5 §6.3). Labels are calls, methods, statuses, services and outcomes, from
 * lists of our own: none is a name, an address or an id of a person.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'call' | 'method' | 'status'>
  readonly #signIns: Counter<'outcome'>

  constructor(parts: MetricsParts) {
    const { db, databaseFile, build, clock, hubConnections } = parts
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'fieldwork_request_seconds',
      help: 'Requests by call, and how long they took',
      labelNames: ['call', 'method', 'status'],
      buckets: BUCKETS,
      registers,
    })
    this.#signIns = new Counter({
      name: 'fieldwork_sign_ins_total',
      help: 'Sign-ins since the start',
      labelNames: ['outcome'],
      registers,
    })
    new Gauge({
      name: 'fieldwork_hub_connections',
      help: 'Open hub connections',
      registers,
      collect() {
        this.set(hubConnections())
      },
    })
    new Gauge({
      name: 'fieldwork_queue_length',
      help: 'What waits to be handed on',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.set({ queue: 'mail' }, await waitingMails(db))
      },
    })
    new Gauge({
      name: 'fieldwork_job_runs_24h',
      help: 'Runs of background services in the last 24 hours, by outcome',
      labelNames: ['job', 'outcome'],
      registers,
      async collect() {
        this.reset()
        for (const { key, outcome, runs } of await jobOutcomes(db, clock() - DAY_MS))
          this.set({ job: key, outcome: outcome ?? 'RUNNING' }, Number(runs))
      },
    })
    new Gauge({
      name: 'fieldwork_database_bytes',
      help: 'Size of the database, with what is not yet in its main file',
      registers,
      async collect() {
        this.set(await databaseBytes(databaseFile))
      },
    })
    new Gauge({
      name: 'fieldwork_build_info',
      help: 'The build that is served',
      labelNames: ['build'],
      registers,
      collect() {
        this.reset()
        this.set({ build: build() }, 1)
      },
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** Counts an answered request. */
  saw({ method, callName }: FastifyRequest, reply: FastifyReply): void {
    // No path is told: it may name somebody.
    const call = callName ?? 'other'
    const status = String(reply.statusCode)
    this.#requests.observe({ call, method, status }, reply.elapsedTime / 1000)
    if (call === SIGN_IN) this.#signIns.inc({ outcome: reply.statusCode < 400 ? 'done' : 'refused' })
  }
}

async function waitingMails(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('mails')
    .where('state', 'in', ['QUEUED', 'SENDING', 'DEFERRED'])
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

function jobOutcomes(db: Database, since: number) {
  return db
    .selectFrom('backgroundRuns')
    .where('startedAt', '>', since)
    .groupBy(['key', 'outcome'])
    .select(({ fn }) => ['key', 'outcome', fn.countAll<number>().as('runs')])
    .execute()
}

async function databaseBytes(file: string): Promise<number> {
  if (file === ':memory:') return 0
  const sizes = await Promise.all(
    [file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => ({ size: 0 }))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Serves the figures at an address of their own, without a token. @returns its end */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
