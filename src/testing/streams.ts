export const SIMULATION_STREAM = 'simulation'
