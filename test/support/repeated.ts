/** How often something is repeated, or how large it is: `npm run test:long` takes the larger number. */
export const repeated = (usual: number, long: number): number => (process.env.PLP_LONG_TESTS === '1' ? long : usual)
