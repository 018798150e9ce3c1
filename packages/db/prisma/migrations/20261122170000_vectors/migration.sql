-- CreateTable
CREATE TABLE "memory_vectors" (
    "tenant_id" TEXT NOT NULL,
    "memory_id" UUID NOT NULL,
    "embedder" TEXT NOT NULL,
    "text_hash" TEXT NOT NULL,
    "vector" BYTEA,

    CONSTRAINT "memory_vectors_pkey" PRIMARY KEY ("tenant_id","memory_id","embedder")
);

-- CreateTable
CREATE TABLE "active_embedder" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "id" TEXT NOT NULL,
    "dimensions" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "active_embedder_pkey" PRIMARY KEY ("one")
);

-- AddForeignKey
ALTER TABLE "memory_vectors" ADD CONSTRAINT "memory_vectors_tenant_id_memory_id_fkey" FOREIGN KEY ("tenant_id", "memory_id") REFERENCES "memories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
