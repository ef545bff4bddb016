export { Arranging } from './Arranging.tsx'
export { CardFoot } from './CardFoot.tsx'
export { FigureCard } from './FigureCard.tsx'
