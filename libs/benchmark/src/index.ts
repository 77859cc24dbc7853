/** The benchmark: which settings suit this machine and this composition, by measurement (cli 10). */
export {};
