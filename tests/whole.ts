/**
 * How often a proof is repeated: a small number in `npm test`, the whole one in `npm run test:long`,
 * which sets FIELDWORK_LONG.
 */
export const whole = (small: number, all: number): number => (process.env.FIELDWORK_LONG ? all : small)
