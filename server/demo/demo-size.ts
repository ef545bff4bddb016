/** The whole demo, that goes on living, or a smaller one that stands still, for tests and for looking something up. */
export type DemoSize = 'full' | 'small'

export const DEMO_SIZES: readonly DemoSize[] = ['full', 'small']
