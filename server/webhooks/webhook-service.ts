import type { BackgroundService } from '../background-services/service.ts'
import type { Deliveries } from './deliveries.ts'

/** Delivers what is due, and turns off what has long had no success; between two runs the server looks itself. */
export function webhookService({ deliveries }: { readonly deliveries: Deliveries }): BackgroundService {
  return {
    key: 'WEBHOOK_DELIVERIES',
    name: 'Webhook deliveries',
    what: 'Tells other programs what happened, and tries again what failed.',
    schedule: { every: 1 },
    async run({ signal, log }) {
      const tried = await deliveries.tend(signal)
      if (tried > 0) log(tried === 1 ? '1 tried' : `${tried} tried`)
      await deliveries.sweep()
    },
  }
}
