-- CreateTable
CREATE TABLE "embedder_measures" (
    "id" TEXT NOT NULL,
    "calibration" JSONB NOT NULL,
    "prefixes" JSONB NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "embedder_measures_pkey" PRIMARY KEY ("id")
);
